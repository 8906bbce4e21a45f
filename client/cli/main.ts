#!/usr/bin/env node
// The command `turnkeep`. Only the command tree is loaded here; what a command works with is loaded when it runs.
import { runCommandLine } from './run-command-line';

// What this process and those it starts make is for their user alone.
process.umask(0o077);

void runCommandLine(process.argv.slice(2)).then((code) => {
  // Idle connections and timers of libraries must not keep a finished command alive.
  // Where the answer could not be written, who listens for that ends the process.
  process.stdout.write('', (error) =>
    error ? setImmediate(() => process.exit(code === 0 ? 1 : code)) : process.exit(code),
  );
});
