"""The lab in the browser: `ludarium lab`. Pages draw Frames and Records only; a new family shows up by itself."""
