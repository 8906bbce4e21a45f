// Support as a careless change would leave it: the model is called before the customer is established. Replaying a history of the
// shipped one against it must fail.
import { supportAgent } from '../../../agents/support/state';
import { agentTurn } from '../../../workflows/agent-turn';

const { graph } = supportAgent;
const { verify, agent } = graph.nodes;

export const supportTurn = agentTurn({
  ...supportAgent,
  graph: { ...graph, nodes: { ...graph.nodes, verify: agent, agent: verify } },
});
