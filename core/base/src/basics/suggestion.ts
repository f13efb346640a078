// A document may ask for a thousand names that do not exist among a thousand that do.
const MOST_COMPARED = 100;
const MOST_LISTED = 10;

/** The candidate that `word` was most likely meant to be, if any is close enough. */
export function closestName(word: string, candidates: Iterable<string>): string | undefined {
  // Long keys come from hostile or generated input; nothing would be near them anyway.
  if (word.length > 64) return undefined;
  const folded = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  let compared = 0;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    compared += 1;
    if (compared > MOST_COMPARED) break;
    const distance = editDistance(folded, candidate.toLowerCase(), bestDistance);
    // Of two short words that differ in half of their letters neither was meant by the other.
    if (distance < bestDistance && distance * 2 < Math.max(word.length, candidate.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The first few candidates: a list of a thousand names would not help. */
export function listFirst(candidates: Iterable<string>): string {
  const all = [...candidates];
  const more = all.length - MOST_LISTED;
  return more > 0 ? `${all.slice(0, MOST_LISTED).join(', ')} and ${more} more` : all.join(', ');
}

/**
 * Levenshtein distance that also counts two swapped neighbours as one slip. From `limit` on it is only known that it is
 * not less. A beginning that both have costs nothing, as long names differ in a few letters at most.
 */
function editDistance(one: string, other: string, limit: number): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const left = one.slice(same);
  const right = other.slice(same);
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      let cost = Math.min(at(previous, column) + 1, at(current, column - 1) + 1, at(previous, column - 1) + change);
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, at(beforePrevious, column - 2) + 1);
      current.push(cost);
    }
    // What follows a row is at least its least number, but for a swap, which also skips one row.
    if (Math.min(...current) >= limit && Math.min(...previous) >= limit) return limit;
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, right.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
