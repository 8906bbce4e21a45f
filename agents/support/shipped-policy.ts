import { assertInvariant } from '../../core/kernel/assert-never';
import { readSupportPolicy, type SupportPolicy } from './policy';
import shipped from './policy.json';

const read = readSupportPolicy(shipped);
assertInvariant(read.kind === 'policy', 'the shipped policy is checked by the tests');

/** The policy support is shipped with, `policy.json` beside this file. */
export const shippedPolicy: SupportPolicy = read.policy;
