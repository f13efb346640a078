/** What an instance knows of its situation. */
export interface Situation {
  readonly leading: boolean;
  /** Instances that live, this one included. */
  readonly instances: number;
  /** Whether announcements reach other instances right now. */
  readonly announcesToOthers: boolean;
}

/** What an instance has to do. */
export interface Duties {
  /** Releases the work of dead executors, and announces again what was not taken. */
  readonly dispatches: boolean;
  /** Executes what the queue announces. */
  readonly consumes: boolean;
  /** Polls the database for work. */
  readonly polls: boolean;
}

/** From so many instances on the leader leaves executing to the others. */
const LEADER_STEPS_BACK_AT = 3;

/** Any number of instances works. Where announcements do not reach other processes, every instance polls, the leader too. */
export function decideDuties({ leading, instances, announcesToOthers }: Situation): Duties {
  return {
    dispatches: leading,
    consumes: !leading || instances < LEADER_STEPS_BACK_AT,
    polls: !announcesToOthers,
  };
}
