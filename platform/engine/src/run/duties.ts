/** What an instance knows of its situation. */
export interface Situation {
  readonly leading: boolean;
  /** Instances that live, this one included. */
  readonly instances: number;
  /** Whether a queue carries news from one instance to another right now. */
  readonly newsTravels: boolean;
}

/** What an instance has to do. */
export interface Duties {
  /** Takes over dead work, and announces again what nobody took. */
  readonly dispatches: boolean;
  /** Executes what the queue tells of. */
  readonly consumes: boolean;
  /** Looks for work in the database by itself. */
  readonly polls: boolean;
}

/** From so many instances on the leader leaves executing to the others. */
const LEADER_STEPS_BACK_AT = 3;

/** Any number of instances works. Where no news travels everybody looks for work, the leader too: nobody could tell them. */
export function dutiesIn({ leading, instances, newsTravels }: Situation): Duties {
  return {
    dispatches: leading,
    consumes: !leading || instances < LEADER_STEPS_BACK_AT,
    polls: !newsTravels,
  };
}
