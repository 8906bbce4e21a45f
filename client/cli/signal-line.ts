// A decision as the Temporal command line takes it; the Web UI takes what stands between the quotes.
import { DEFAULT_ADDRESS, DEFAULT_NAMESPACE, serverAddress } from '../../temporal-config/server-address';
import type { Settings } from '../../temporal-config/settings';

/** The command that signals `decision` to the run. */
export const signalLine = (settings: Settings, turnKey: string, decision: object): string => {
  const { address, namespace } = serverAddress(settings.temporal, process.env);
  const where = [
    ...(address === DEFAULT_ADDRESS ? [] : [`--address ${address}`]),
    ...(namespace === DEFAULT_NAMESPACE ? [] : [`--namespace ${namespace}`]),
  ];
  const input = JSON.stringify(decision).replaceAll("'", String.raw`'\''`);
  return ['temporal workflow signal', ...where, `-w ${turnKey} --name reviewDecision --input '${input}'`].join(' ');
};
