import { addComponentCommand } from '../../commands/add-component.command.ts';
import { addStepCommand } from '../../commands/add-step.command.ts';
import { addTraitCommand } from '../../commands/add-trait.command.ts';
import { diffCommand } from '../../commands/diff.command.ts';
import { editCommand } from '../../commands/edit.command.ts';
import { exportCommand } from '../../commands/export.command.ts';
import { importCommand } from '../../commands/import.command.ts';
import { renderCommand } from '../../commands/render.command.ts';
import { schemaCommand } from '../../commands/schema.command.ts';
import { templateLsCommand } from '../../commands/template-ls.command.ts';
import { templateSaveCommand } from '../../commands/template-save.command.ts';
import { templateShowCommand } from '../../commands/template-show.command.ts';
import { templateUseCommand } from '../../commands/template-use.command.ts';
import { validateCommand } from '../../commands/validate.command.ts';
import type { CliCommand } from '../cli-command.ts';

/** Writing application documents. In the order in which `--help` lists them. */
export const authorCommands: readonly CliCommand[] = [
  addComponentCommand,
  addTraitCommand,
  addStepCommand,
  editCommand,
  validateCommand,
  renderCommand,
  diffCommand,
  exportCommand,
  importCommand,
  schemaCommand,
  templateLsCommand,
  templateShowCommand,
  templateUseCommand,
  templateSaveCommand,
];
