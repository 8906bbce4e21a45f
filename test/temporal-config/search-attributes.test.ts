import { randomBytes } from 'node:crypto';
import type { Connection } from '@temporalio/client';
import { connect } from '../../temporal-config/connection';
import { ensureSearchAttributes } from '../../temporal-config/search-attributes';
import { describeWithTemporal } from '../support/needs';

const KEYWORD = 2;
const DATETIME = 6;
const ALL = {
  AgentStatus: KEYWORD,
  Agent: KEYWORD,
  WaitingFor: KEYWORD,
  StoppedAt: KEYWORD,
  TurnKey: KEYWORD,
  ReviewDueAt: DATETIME,
};

/** A server that knows `customAttributes` and answers an addition with `refusal`, if there is one. */
function serverWith(customAttributes: Record<string, number>, refusal?: Error) {
  const added: unknown[] = [];
  const operatorService = {
    listSearchAttributes: () => Promise.resolve({ customAttributes }),
    addSearchAttributes: (request: unknown) => {
      added.push(request);
      return refusal === undefined ? Promise.resolve({}) : Promise.reject(refusal);
    },
  };
  return { connection: { operatorService } as unknown as Connection, added };
}

describe('search attributes', () => {
  test('all there -> nothing is asked of the server', async () => {
    const { connection, added } = serverWith({ ...ALL, Other: KEYWORD });
    expect(await ensureSearchAttributes(connection, 'shop')).toEqual([]);
    expect(added).toEqual([]);
  });

  test('two missing -> exactly these are registered', async () => {
    const { TurnKey: _turnKey, ReviewDueAt: _due, ...rest } = ALL;
    const { connection, added } = serverWith(rest);
    expect(await ensureSearchAttributes(connection, 'shop')).toEqual(['TurnKey', 'ReviewDueAt']);
    expect(added).toEqual([{ namespace: 'shop', searchAttributes: { TurnKey: KEYWORD, ReviewDueAt: DATETIME } }]);
  });

  test('no permission -> an error naming the permission, the namespace and the command', async () => {
    const denied = Object.assign(new Error('7 PERMISSION_DENIED'), { code: 7 });
    const { connection } = serverWith({}, denied);
    await expect(ensureSearchAttributes(connection, 'shop')).rejects.toMatchObject({
      code: 'SEARCH_ATTRIBUTES',
      message: expect.stringMatching(
        /lacks the permission to register search attributes.*search-attribute create --namespace shop --name ReviewDueAt --type Datetime/s,
      ),
    });
  });

  test('a name of another type -> refused, naming it', async () => {
    const { connection, added } = serverWith({ ...ALL, ReviewDueAt: KEYWORD });
    await expect(ensureSearchAttributes(connection, 'shop')).rejects.toThrow('ReviewDueAt (expected Datetime)');
    expect(added).toEqual([]);
  });
});

describeWithTemporal('search attributes on a real server', () => {
  test('a new namespace: first time -> all registered, second time -> none', async () => {
    const namespace = `attributes-${randomBytes(4).toString('hex')}`;
    const connection = await connect(process.env['TEST_TEMPORAL_ADDRESS'] ?? '');
    try {
      await connection.workflowService.registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod: { seconds: 86400 } as never,
      });
      const first = await ensureWhenThere(connection, namespace);
      expect(first).toEqual(Object.keys(ALL));
      expect(await ensureSearchAttributes(connection, namespace)).toEqual([]);
    } finally {
      await connection.close();
    }
  });
});

/** A namespace is known everywhere in a server only some moments after it was registered. */
async function ensureWhenThere(connection: Connection, namespace: string): Promise<readonly string[]> {
  for (let left = 200; ; left -= 1) {
    try {
      return await ensureSearchAttributes(connection, namespace);
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((next) => setTimeout(next, 100));
    }
  }
}
