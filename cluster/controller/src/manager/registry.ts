import { TerminalError } from '@kubemin/base';
import { resourceMessages } from '../messages/index.ts';
import type { ControllerModule } from '../reconcile/index.ts';
import type { Manager } from './manager.ts';

/** Controllers by name, in the order they were added. Adding starts nothing. */
export class ControllerRegistry implements Iterable<ControllerModule> {
  readonly #modules = new Map<string, ControllerModule>();

  /** Throws when a name is taken: two controllers with one name would conflict over the same objects. */
  register(...modules: readonly ControllerModule[]): this {
    for (const module of modules) {
      if (this.#modules.has(module.name)) {
        throw new TerminalError(resourceMessages.controllerNameTaken({ name: module.name }), {
          code: 'CONTROLLER_NAME_TAKEN',
        });
      }
      this.#modules.set(module.name, module);
    }
    return this;
  }

  /** Adds all controllers to a manager, in order. */
  addToManager(manager: Pick<Manager, 'with'>): void {
    manager.with(...this);
  }

  names(): readonly string[] {
    return [...this.#modules.keys()];
  }

  [Symbol.iterator](): Iterator<ControllerModule> {
    return this.#modules.values();
  }
}
