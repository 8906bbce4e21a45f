// Support as a careless change would leave it: the model is called before the customer is established. Replaying a history of the
// shipped one against it must fail.
import { supportGraphOfRules1 } from '../../../agents/support/graph-rules-1';
import { supportAgent } from '../../../agents/support/state';
import { agentTurn } from '../../../workflows/agent-turn';

const { graph } = supportAgent;
const reordered = { verify: graph.nodes.agent, agent: graph.nodes.verify };
const reorderedOfRules1 = { verify: supportGraphOfRules1.nodes.agent, agent: supportGraphOfRules1.nodes.verify };

export const supportTurn = agentTurn({
  ...supportAgent,
  graph: { ...graph, nodes: { ...graph.nodes, ...reordered } },
  earlierGraphs: { 1: { ...supportGraphOfRules1, nodes: { ...supportGraphOfRules1.nodes, ...reorderedOfRules1 } } },
});
