// The one list of what an activity may fail with. An ordinary refusal is no failure: it is a result with a kind. What stands here
// ends an activity, and `retryable` says whether doing the same again may help; whether it is allowed is the effect's own rule.

export interface FailureKind {
  readonly retryable: boolean;
  /** What a model may be told; null: a model is never told, the run parks or the activity is tried again. */
  readonly wordsForModel: string | null;
  /** What an operator reads: what happened and what to do next. */
  readonly wordsForPerson: string;
}

export const failureKinds = {
  'model.unavailable': {
    retryable: true,
    wordsForModel: null,
    wordsForPerson:
      'The model could not be reached and billed nothing. It is tried again; check the backend with doctor.',
  },
  'model.rateLimited': {
    retryable: true,
    wordsForModel: null,
    wordsForPerson: 'The model provider asked to slow down. The call is tried again after the time it named.',
  },
  'model.timeout': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson:
      'The model did not answer in time and may have billed the call. The step decides whether to try again.',
  },
  'model.invalidRequest': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson:
      'The provider refused the request as malformed. Check the model name and the settings of this backend.',
  },
  'model.credentials': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson: 'The provider refused the key or the account. Check the key and the quota, then resume.',
  },
  'model.quota': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson: 'The quota or the credit of the provider account is used up. Top it up, then resume.',
  },
  'model.serverError': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson:
      'The provider failed after it took the request, which may have been billed. The step decides whether to try again.',
  },
  'model.brokenReply': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson:
      'What came back is no whole reply (cut off, not JSON, or not of this interface) and may have been billed. Check base URL and kind of interface when it stays so.',
  },
  'model.contextFull': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson:
      'The conversation is longer than the model reads. Resume with a model of a larger context or hand over.',
  },
  'model.schemaRejected': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson:
      'The backend refused the schema it was asked to enforce. Allow auto-repair for it or choose another backend.',
  },
  'tool.temporary': {
    retryable: true,
    wordsForModel: 'The tool is out of reach for the moment. It may be tried later.',
    wordsForPerson: 'The system behind the tool did not answer. Tried again as far as the tool allows.',
  },
  'tool.bug': {
    retryable: false,
    wordsForModel: 'The tool failed for a reason of its own. Do not call it again.',
    wordsForPerson: 'The tool threw an error it does not declare. Read the worker log, fix the tool, then resume.',
  },
  'store.unavailable': {
    retryable: true,
    wordsForModel: null,
    wordsForPerson: 'The database cannot be reached or written. Nothing was lost; tried again.',
  },
  'store.integrity': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson: 'A stored row or the journal was changed from outside. Nothing more is claimed; run doctor.',
  },
  'store.stale': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson:
      'The database is older than its anchor, as after restoring a copy. No effect is claimed; see `turnkeep effects reconcile --all`.',
  },
  'effect.busy': {
    retryable: true,
    wordsForModel: null,
    wordsForPerson: 'Another worker is sending this effect right now. Asked again when its lease has ended.',
  },
  'effect.unknown': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson:
      'Nobody knows whether the effect happened. See `turnkeep effects reconcile`; it is never sent again by guess.',
  },
  'effect.retry': {
    retryable: true,
    wordsForModel: null,
    wordsForPerson: 'The outside system gave no answer. The same key is sent again within its window.',
  },
  'key.missing': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson: 'A key is not in the key store. Restore the key store or its path in the settings, then resume.',
  },
  'key.erased': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson: 'The words of this case were erased on purpose. They cannot come back; abort the run.',
  },
  'payload.tooLarge': {
    retryable: false,
    wordsForModel: 'The arguments are too large. Send less.',
    wordsForPerson:
      'A value is larger than may cross between workflow and activity. See the size named in the message.',
  },
  'input.invalid': {
    retryable: false,
    wordsForModel: 'The arguments do not fit the tool. Correct them and call again.',
    wordsForPerson:
      'An activity was given an argument that does not fit its schema. The message names path, expected and got.',
  },
  'run.wrongState': {
    retryable: false,
    wordsForModel: null,
    wordsForPerson: 'The run is not in a status in which this can be done. See `turnkeep status`.',
  },
} as const satisfies Readonly<Record<string, FailureKind>>;

export type FailureType = keyof typeof failureKinds;

export const isFailureType = (type: string): type is FailureType => Object.hasOwn(failureKinds, type);
