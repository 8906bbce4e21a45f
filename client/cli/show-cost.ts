// `run show ID --cost`: tokens and money by step and in all. What is not known is said, and never shown as nothing.
import { wordsStateText, type CostReport, type OpenRunReader, type StepCost } from '../index';
import { dollars } from './dollars';
import type { Report } from './report';
import { drawTable } from './table';

export const showCost = async (reader: OpenRunReader, turnKey: string): Promise<Report> => {
  const { turnKey: run, ...cost } = await reader.cost(turnKey);
  return {
    body: { run, ...cost },
    lines: [
      `MODEL  ${cost.modelLabel}`,
      `run    ${run}`,
      '',
      ...(cost.steps.length === 0
        ? ['nothing is recorded of this run yet']
        : drawTable(
            [
              ...['STEP', 'CALLS', 'TOKENS RESERVED', 'TOKENS USED', 'TOKENS RELEASED'],
              ...['COST RESERVED', 'COST USED', 'COST RELEASED'],
            ],
            cost.steps.map(cellsOf),
          )),
      '',
      tokenLine(cost),
      costLine(cost),
      ...countLines(cost),
      ...noteLines(cost),
    ],
    next: [`turnkeep run show ${run} --timeline`],
  };
};

const figure = (value: number | null): string => (value === null ? '?' : String(value));
const money = (value: number | null): string => (value === null ? '?' : dollars(value));
const atMost = ({ estimated }: { readonly estimated: boolean }): string => (estimated ? 'at most ' : '');

const cellsOf = (step: StepCost): readonly string[] => [
  String(step.step),
  String(step.calls),
  figure(step.reservedTokens),
  `${atMost(step)}${step.tokens}`,
  figure(step.releasedTokens),
  money(step.reservedCostMicro),
  step.costUnknown && step.costMicro === 0 ? 'unknown' : `${atMost(step)}${dollars(step.costMicro)}`,
  money(step.releasedCostMicro),
];

const tokenLine = ({ tokens, estimated }: CostReport | Omit<CostReport, 'turnKey'>): string =>
  [
    `tokens ${atMost({ estimated })}${tokens.committed} committed`,
    `${figure(tokens.reserved)} reserved now`,
    `${figure(tokens.released)} released`,
    `limit ${figure(tokens.limit)} (${figure(tokens.keptForAnswer)} of it for the final answer)`,
  ].join(', ');

const costLine = ({ costMicro, estimated }: Omit<CostReport, 'turnKey'>): string =>
  [
    costMicro.unknown && costMicro.committed === 0
      ? 'cost   unknown (no price of this model)'
      : `cost   ${atMost({ estimated })}${dollars(costMicro.committed)} committed${costMicro.unknown ? ' and a cost that is unknown' : ''}`,
    `${money(costMicro.reserved)} reserved now`,
    `${money(costMicro.released)} released`,
    `limit ${money(costMicro.limit)} (${money(costMicro.keptForAnswer)} of it for the final answer)`,
  ].join(', ');

const countLines = ({ modelCalls, toolCalls }: Omit<CostReport, 'turnKey'>): readonly string[] => [
  ...(modelCalls === null ? [] : [`calls  ${modelCalls.made} of a model, step cap ${modelCalls.limit}`]),
  ...(toolCalls === null ? [] : [`       ${toolCalls.made} of tools, cap ${toolCalls.limit}`]),
];

const noteLines = ({ steps, estimated, words }: Omit<CostReport, 'turnKey'>): readonly string[] => [
  ...(estimated ? ['at most: a call without a count was charged all it had reserved'] : []),
  ...(steps.some(({ reservedTokens }) => reservedTokens === null)
    ? ['?: what a call had reserved was not recorded when this run was made']
    : []),
  ...(words === 'opened' ? [] : [`?: limits and reservations are ${wordsStateText(words)}`]),
];
