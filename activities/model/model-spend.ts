// One model call against the day's cap of its agent: counted before the request at the most it may use, settled with what it used.
// A model that is known to be free (price 0: offline, scripted) is not counted, not even its tokens: its figures are estimates of
// our own. A model of unknown price is counted by its tokens alone.
import type { ModelCallArg, ModelChoice } from '../../core/moves/activity-shapes';
import type { ModelView, RawReply } from '../../core/moves/agent-kit';
import { reserveSpend, settleSpend } from '../../stores/model-spend';
import { tokensUpperOf } from '../../stores/tokens-upper';
import type { ActivityDeps } from '../activity-deps';

type Price = ModelChoice['price'];

export const isCounted = (price: Price): boolean =>
  price === null || price.inputMicroPerThousand > 0 || price.outputMicroPerThousand > 0;

/** Millionths of a dollar, rounded up; null when the price or the usage is unknown. */
export const costOf = (price: Price, usage: RawReply['usage']): number | null =>
  usage === null || price === null
    ? null
    : Math.ceil(
        (usage.inputTokens * price.inputMicroPerThousand + usage.outputTokens * price.outputMicroPerThousand) / 1000,
      );

/** A request that was counted: to be settled once its end is known. */
export interface CountedCall {
  /** `null`: it may have been billed and nobody knows how much; `nothing`: provably not billed. */
  settle(usage: RawReply['usage'] | 'nothing'): Promise<void>;
}

const NOT_COUNTED: CountedCall = { settle: () => Promise.resolve() };

/** null when the request would pass the day's cap: it may not be sent. */
export const countCall = async (
  deps: ActivityDeps,
  arg: ModelCallArg,
  { receiptKey, view }: { readonly receiptKey: string; readonly view: ModelView },
): Promise<CountedCall | null> => {
  const cap = deps.kits(arg.turn.agent).modelSpendPerDay;
  const { price } = arg.model;
  if (cap === undefined || !isCounted(price)) return NOT_COUNTED;
  const most = { inputTokens: inputTokensUpper(view), outputTokens: view.outputTokensMax };
  const { db } = deps.store;
  const ask = {
    receiptKey,
    agent: arg.turn.agent,
    tokens: most.inputTokens + most.outputTokens,
    costMicro: costOf(price, most),
  };
  if (!(await reserveSpend(db, ask, cap))) return null;
  return {
    settle: async (usage) => {
      if (usage === 'nothing') return settleSpend(db, receiptKey, { tokens: 0, costMicro: 0 });
      const used = usage && { tokens: usage.inputTokens + usage.outputTokens, costMicro: costOf(price, usage) };
      return settleSpend(db, receiptKey, used);
    },
  };
};

/** A token is never shorter than a byte. */
const inputTokensUpper = ({ system, tools, messages }: ModelView): number =>
  Buffer.byteLength(system) +
  Buffer.byteLength(JSON.stringify(tools)) +
  messages.reduce((sum, message) => sum + tokensUpperOf(message), 0);
