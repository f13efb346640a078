const DEFAULT_WIDTH = 80;
const DEFAULT_HEIGHT = 24;

/** The part of an output stream that knows the size of its terminal. */
interface SizedOutput {
  readonly columns?: number;
  readonly rows?: number;
}

/**
 * The size to lay text out for. Terminals that were never given a size, as on serial lines and under some CI runners,
 * report 0 columns; what divides or cuts by that would never end, so they count as terminals of the usual size.
 */
export function terminalSize({ columns, rows }: SizedOutput): { readonly width: number; readonly height: number } {
  return { width: usable(columns) ?? DEFAULT_WIDTH, height: usable(rows) ?? DEFAULT_HEIGHT };
}

function usable(reported: number | undefined): number | undefined {
  return reported !== undefined && Number.isInteger(reported) && reported > 0 ? reported : undefined;
}
