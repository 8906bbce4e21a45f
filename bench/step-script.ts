/** `steps` steps of model and tool: each asks for another order, so that no call is a repeat; the last reply answers. */
export const stepScript = (steps: number): object => ({
  replies: [
    ...Array.from({ length: steps }, (_, step) => ({
      calls: [{ tool: 'get_order', argsText: JSON.stringify({ order_id: `#W${String(step + 1).padStart(7, '0')}` }) }],
    })),
    { text: JSON.stringify({ message: 'None of these orders is yours.' }) },
  ],
});

/** Lets a turn run as long as a bench wants; continue-as-new comes where it comes for everybody. */
export const longTurnLimits = {
  stepMax: 1_000,
  tokensMax: 1_000_000_000,
  toolCallsMax: 100_000,
  perToolCallsMax: { get_order: 100_000 },
  workingMs: 3_600_000,
  historyEventsMax: 2_000,
} as const;
