// What a worker calls itself towards Temporal: whose keys it holds, readable by whoever can describe the task queue. A worker of
// another deployment on the same queue takes runs that it can never open.
import { fingerprintOf } from './key-files';

const DIGITS = 8;
const IDENTITY = /^turnkeep:([0-9a-f]{8})@\d+$/;

/** The deployment's short name: the first 8 hex of the identity key's fingerprint. */
export const deploymentMark = (identityKey: Uint8Array): string => fingerprintOf(identityKey).slice(0, DIGITS);

/** `turnkeep:<deployment mark>@<pid>` */
export const workerIdentity = (identityKey: Uint8Array): string =>
  `turnkeep:${deploymentMark(identityKey)}@${process.pid}`;

/** The mark in a worker's identity; undefined where it is no worker of this program. */
export const markOfIdentity = (identity: string): string | undefined => IDENTITY.exec(identity)?.[1];
