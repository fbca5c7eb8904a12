"""Set covering: choose lists that together hold every element, at the least weight. Greedy, bred, local and exact."""
