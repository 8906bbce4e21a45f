// Told of what came of every action that was let run. A successful write bumps the state version, a successful move of the view
// the view version, so that what is read afterwards is new. An action that waits for a person stays open; one that was not run
// leaves no trace and gives its count back.
import { openIndexOf, replaceAt, type ActionAsk, type ActionOutcome, type ActionOutcomeKind } from './action';
import type { Judged } from './judged';
import type { ActionRecord, LoopState } from './loop-state';
import { countCall } from './tool-calls';
import { proceed } from './verdict';

const bumpState = (state: LoopState): LoopState => ({ ...state, stateVersion: state.stateVersion + 1 });
const bumpView = (state: LoopState): LoopState => ({ ...state, viewVersion: state.viewVersion + 1 });

const mayHaveWritten: readonly ActionOutcomeKind[] = ['ok', 'failed', 'temporary'];

/** A valid untagged call may have written even when it failed. */
const bumpUntagged = (state: LoopState, record: ActionRecord, kind: ActionOutcomeKind): LoopState =>
  record.valid && mayHaveWritten.includes(kind) ? bumpView(bumpState(state)) : state;

const bumpVersions = (state: LoopState, record: ActionRecord, kind: ActionOutcomeKind): LoopState => {
  if (record.tag === 'untagged') return bumpUntagged(state, record, kind);
  if (kind !== 'ok') return state;
  switch (record.tag) {
    case 'writes':
    case 'movesMoney':
      return bumpState(state);
    case 'movesView':
      return bumpView(state);
    case 'reads':
    case 'volatile':
      return state;
  }
};

const settle = (state: LoopState, index: number, outcome: ActionOutcome): LoopState => {
  const record = state.actions[index];
  if (record === undefined) return state;
  if (outcome.kind === 'notRun') {
    return countCall({ ...state, actions: state.actions.toSpliced(index, 1) }, record.tool, -1);
  }
  const settled: ActionRecord = {
    ...record,
    state: outcome.kind,
    receiptKey: outcome.receiptKey,
    reviewId: outcome.reviewId ?? record.reviewId,
  };
  return bumpVersions(replaceAt(state, index, settled), record, outcome.kind);
};

/** Records an outcome; of a call that is not open it changes nothing. */
export const afterAction = (state: LoopState, action: ActionAsk, outcome: ActionOutcome): Judged => ({
  state: settle(state, openIndexOf(state, action.callId), outcome),
  verdict: proceed,
});
