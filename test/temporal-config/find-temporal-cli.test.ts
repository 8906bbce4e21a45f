import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTemporal } from '../../temporal-config/find-temporal-cli';

const folder = mkdtempSync(join(tmpdir(), 'turnkeep-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { PATH } = process.env;

describe('finding Temporal', () => {
  test('a CLI is named -> its path and version', async () => {
    const path = join(folder, 'temporal');
    writeFileSync(path, '#!/bin/sh\necho temporal version 9.8.7\n', { mode: 0o700 });
    expect(await findTemporal({ env: { PATH, TEMPORAL_CLI_PATH: path }, download: false })).toEqual({
      kind: 'binary',
      from: 'TEMPORAL_CLI_PATH',
      path,
      version: '9.8.7',
    });
  });

  test('a named CLI does not run -> NO_TEMPORAL naming it, never another source', async () => {
    const missing = join(folder, 'missing');
    await expect(findTemporal({ env: { PATH, TEMPORAL_CLI_PATH: missing } })).rejects.toMatchObject({
      code: 'NO_TEMPORAL',
      message: expect.stringContaining(missing),
    });
  });

  test('nothing anywhere, no download -> NO_TEMPORAL with the ways out', async () => {
    await expect(
      findTemporal({ env: { PATH: folder + '/none', TEMPORAL_CLI_CACHE: folder }, download: false }),
    ).rejects.toMatchObject({
      code: 'NO_TEMPORAL',
      message: expect.stringContaining('Any one of these helps'),
    });
  });
});
