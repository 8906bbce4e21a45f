/** Where turns and their activities are taken from; a wire name, frozen once released. */
export const TURN_TASK_QUEUE = 'turnkeep-turns';
