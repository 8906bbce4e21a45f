import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DYNAMIC_CONFIG } from '../../temporal-config/dev-server';
import { SEARCH_ATTRIBUTES } from '../../temporal-config/search-attributes';

interface Service {
  readonly depends_on?: Record<string, unknown> | readonly string[];
  readonly network_mode?: string;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Record<string, string>;
  readonly command?: readonly string[];
}
interface Compose {
  readonly services: Record<string, Service>;
  readonly volumes: Record<string, unknown>;
}

const root = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { load } = createRequire(__filename)('js-yaml') as { load: (text: string) => unknown };

// What can be checked without containers: that the parts of the file fit each other and the code.
describe('docker-compose.yml', () => {
  const compose = load(read('docker-compose.yml')) as Compose;
  const services = Object.entries(compose.services);

  test('every service waited for -> is there', () => {
    const named = services.flatMap(([, { depends_on = [], network_mode }]) => [
      ...(Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)),
      ...(network_mode?.startsWith('service:') ? [network_mode.slice('service:'.length)] : []),
    ]);
    expect(named.length).toBeGreaterThan(4);
    for (const name of named) expect(Object.keys(compose.services)).toContain(name);
  });

  test('every mount -> an existing file or a declared volume', () => {
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const files = sources.filter((source) => source.startsWith('./'));
    expect(files).toHaveLength(4);
    for (const file of files) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    expect(sources.filter((source) => !source.startsWith('./')).sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  test('every published port -> on loopback only', () => {
    const ports = services.flatMap(([, service]) => service.ports ?? []);
    expect(ports.map((port) => port.split(':')[0])).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  test('every setting of the worker -> one the settings read', () => {
    const settings = read('temporal-config/settings.ts');
    const names = Object.keys(compose.services['worker']?.environment ?? {});
    expect(names).toContain('TURNKEEP_KEYS_URL');
    for (const name of names) expect(settings).toContain(`'${name}'`);
  });

  test('keys and words -> in two databases, both created', () => {
    const { TURNKEEP_DATABASE_URL: words = '', TURNKEEP_KEYS_URL: keys = '' } =
      compose.services['worker']?.environment ?? {};
    const created = [...read('temporal-config/server/create-databases.sql').matchAll(/^CREATE DATABASE (\w+);/gm)].map(
      ([, name]) => name,
    );
    expect([words, keys].map((url) => url.split('/').at(-1))).toEqual(created);
    expect(words).not.toBe(keys);
  });

  test('the programs the image runs -> have a source', () => {
    const command = [
      ...(compose.services['payment-sandbox']?.command ?? []),
      ...(read('Dockerfile').match(/dist\/\S+\.js/g) ?? []),
    ];
    const programs = command.filter((word) => word.endsWith('.js'));
    expect(programs).toHaveLength(2);
    for (const program of programs) {
      const source = program.replace('dist/', '').replace('.js', '.ts');
      expect([source, existsSync(join(root, source))]).toEqual([source, true]);
    }
  });
});

describe('settings of the server', () => {
  test('development and compose -> the same dynamic configuration', () => {
    const settings = load(read('temporal-config/server/dynamic-config.yml')) as Record<
      string,
      readonly { value: unknown }[]
    >;
    const asArguments = Object.entries(settings).map(([name, [first]]) => `${name}=${JSON.stringify(first?.value)}`);
    expect(asArguments.sort()).toEqual([...DYNAMIC_CONFIG].sort());
  });

  test('the namespace script -> creates the search attributes of the code', () => {
    const created = [
      ...read('temporal-config/server/create-namespace.sh').matchAll(/^create_attribute (\w+) (\w+)$/gm),
    ];
    expect(Object.fromEntries(created.map(([, name, kind]) => [name, kind]))).toEqual(SEARCH_ATTRIBUTES);
  });
});
