"""Set covering: choose lists that together hold every element, at the least weight. Greedy, evolved, local and exact."""
