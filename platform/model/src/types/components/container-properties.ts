import { annotations, commandLine, environment, imageReference, labels, ports } from '../../field/index.ts';

/** What every component that runs a container takes. */
export const containerProperties = {
  /** Another place for the component's image; the component's own field wins. */
  image: imageReference().optional(),
  ports: ports(),
  env: environment(),
  command: commandLine(),
  args: commandLine(),
  labels: labels(),
  annotations: annotations(),
};
