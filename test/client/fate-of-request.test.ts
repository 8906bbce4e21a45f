// What is known of a request whose answer never came.
import { ServiceError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import { fateOfRequest } from '../../client/fate-of-request';

const grpc = (code: number): Error => Object.assign(new Error('of the server'), { code, details: 'words' });
const wrapped = (cause: Error): Error => new ServiceError('Workflow update failed', { cause });

test.each<[string, unknown, string]>([
  ['no such workflow', new WorkflowNotFoundError('gone', 'support/c_1/1', undefined), 'gone'],
  ['NOT_FOUND', wrapped(grpc(5)), 'gone'],
  ['the deadline', wrapped(grpc(4)), 'unknown'],
  ['a cut stream', wrapped(grpc(1)), 'unknown'],
  ['the connection is lost', wrapped(grpc(14)), 'unknown'],
  ['the SDK gave up', new WorkflowUpdateRPCTimeoutOrCancelledError('Update timed out', { cause: grpc(1) }), 'unknown'],
  ['not allowed', wrapped(grpc(7)), 'refused'],
  ['no request at all', grpc(3), 'refused'],
  ['an error of ours', new TypeError('x'), 'refused'],
  ['no error', 'x', 'refused'],
])('%s -> known for what it is', (_what, error, fate) => {
  expect(fateOfRequest(error)).toBe(fate);
});
