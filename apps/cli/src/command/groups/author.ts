import { diffCommand } from '../../commands/diff.command.ts';
import { exportCommand } from '../../commands/export.command.ts';
import { importCommand } from '../../commands/import.command.ts';
import { renderCommand } from '../../commands/render.command.ts';
import { schemaCommand } from '../../commands/schema.command.ts';
import { templateLsCommand } from '../../commands/template-ls.command.ts';
import { templateShowCommand } from '../../commands/template-show.command.ts';
import { templateUseCommand } from '../../commands/template-use.command.ts';
import { validateCommand } from '../../commands/validate.command.ts';
import type { CliCommand } from '../cli-command.ts';

/** Writing application documents. In the order in which `--help` lists them. */
export const authorCommands: readonly CliCommand[] = [
  validateCommand,
  renderCommand,
  diffCommand,
  exportCommand,
  importCommand,
  schemaCommand,
  templateLsCommand,
  templateShowCommand,
  templateUseCommand,
];
