// A decision as the Temporal command line takes it, with the server of the settings where it is not Temporal's default.
import { signalCommand } from '../../core/human-review/bare-decision';
import { DEFAULT_ADDRESS, DEFAULT_NAMESPACE, serverAddress } from '../../temporal-config/server-address';
import type { Settings } from '../../temporal-config/settings';

/** The command that signals `decision` to the run. */
export const signalLine = (settings: Settings, turnKey: string, decision: object): string => {
  const { address, namespace } = serverAddress(settings.temporal, process.env);
  return signalCommand(decision, {
    turnKey,
    ...(address === DEFAULT_ADDRESS ? {} : { address }),
    ...(namespace === DEFAULT_NAMESPACE ? {} : { namespace }),
  });
};
