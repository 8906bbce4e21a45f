// What the workflows of a worker thread share: evaluated once, frozen by the SDK. Only libraries of pure functions belong here; each
// workflow would otherwise evaluate them anew, at every replay. Named to the bundler, which keeps a module that is exported.
import * as z from 'zod/mini';

export const sharedLibraries = { z };
