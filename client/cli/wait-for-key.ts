/** Waits for one key of the terminal; Ctrl-C is Ctrl-C. Only where somebody may be asked. */
export const waitForKey = async (question: string, say: (line: string) => void): Promise<void> => {
  const { stdin } = process;
  say(question);
  stdin.setRawMode(true);
  try {
    await new Promise<void>((resolve) => {
      stdin.once('data', (key: Buffer) => {
        // In raw mode the terminal sends no signal for it.
        if (key[0] === 3) process.emit('SIGINT');
        else resolve();
      });
      stdin.resume();
    });
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
  }
};
