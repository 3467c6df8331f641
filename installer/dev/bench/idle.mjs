// A Node process that waits for nothing: what every idle process of ours is measured against.
process.stdin.resume();
