/** All faults of a configuration at once, each with path, expected and got. */
export class SettingsError extends Error {
  constructor(
    readonly file: string,
    readonly faults: readonly string[],
  ) {
    super(
      `${faults.length} problem${faults.length === 1 ? '' : 's'} in ${file}, nothing was started\n  ${faults.join('\n  ')}`,
    );
    this.name = 'SettingsError';
  }
}
