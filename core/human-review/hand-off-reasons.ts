// Why a run was handed off, in words for a person. A code that has none here is shown as it is: a reason is never guessed.
const REASONS: Readonly<Record<string, string>> = {
  'handOff.personRequested': 'the customer asked for a person',
  'handOff.outsideScope': 'the model said that none of its tools does what is asked',
  'handOff.unclear': 'the model said that it does not understand what is asked',
  'handOff.cannotProceed': 'the model said that it cannot go on, as a tool failed',
  'subject.unknown': 'the customer it is about is not in our records',
  'guard.attempt_cap': 'no answer of the model passed the checks within the attempts allowed',
  'guard.completion_limit': 'the answer of the model was cut off',
  'guard.refused': 'the model refused to answer',
  'guard.transport_error': 'the model could not be reached',
  'model.toolsProposed': 'only the answer was left to make, and the model asked for more tools',
  'model.cut': 'the answer of the model was cut off',
  'model.contextFull': 'the conversation is longer than the model can read',
  'model.paused': 'the model paused instead of answering',
  'model.refused': 'the model refused to answer',
  'model.filtered': 'the answer of the model was filtered by its provider',
  'model.stoppedBySequence': 'the answer of the model ended early',
  'model.empty': 'the model said nothing',
  'model.unknown': 'the answer of the model ended in a way we do not know',
  'governor.step_cap': 'the steps of this turn were used up without an answer',
  'governor.move_cap': 'the run went on without coming nearer to an answer',
  'governor.token_budget': 'the tokens of this turn were used up, the reserve included',
  'governor.cost_budget': 'the money for models of this turn was used up, the reserve included',
  'governor.overrun': 'a model used more than was set aside for it',
  'governor.deadline': 'the working time was used up',
  'governor.noProgress': 'step after step brought nothing new',
};

/** The reason in plain words; the code itself where there are none. */
export const sayHandOffReason = (code: string): string => REASONS[code] ?? code;
