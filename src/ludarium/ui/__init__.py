"""What people see and type: draws Frames and Records, asks the registry for games and agents by name."""
