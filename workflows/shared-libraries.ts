// What the workflows of a worker thread share: evaluated once, frozen by the SDK. Only libraries of pure functions belong here; each
// workflow would otherwise evaluate them anew, at every replay. Named to the bundler, which keeps a module that is exported.
import { ed25519 } from '@noble/curves/ed25519';
import { hmac } from '@noble/hashes/hmac';
import { sha256 } from '@noble/hashes/sha2';
import * as bytes from '@noble/hashes/utils';
import * as z from 'zod/mini';

export const sharedLibraries = { z, ed25519, hmac, sha256, bytes };
