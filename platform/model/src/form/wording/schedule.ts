import { type Wording, word } from './wording.ts';

/** Words for the fields of a schedule, wherever they stand. */
export const scheduleWording: Wording = {
  schedule: word(
    ['Schedule', '计划'],
    [
      'When it runs: minute, hour, day, month and weekday, or @hourly, @daily, ….',
      '运行时间：分、时、日、月、星期，或 @hourly、@daily 等。',
    ],
    { example: '0 3 * * *' },
  ),
  timeZone: word(['Time zone', '时区'], ['The time zone the schedule is meant in.', '计划所采用的时区。'], {
    example: 'Asia/Shanghai',
  }),
  concurrencyPolicy: word(
    ['When still running', '并发策略'],
    ['What happens when the previous run is not finished.', '上一次运行未结束时的处理方式。'],
  ),
  startingDeadlineSeconds: word(
    ['Latest start', '最迟启动'],
    ['Seconds a run may start late; later than that it is skipped.', '允许延迟启动的秒数，超过则跳过。'],
    { group: 'advanced' },
  ),
  successfulJobsHistoryLimit: word(
    ['Successes kept', '保留成功记录'],
    ['How many successful runs are kept.', '保留的成功运行数量。'],
    {
      group: 'advanced',
    },
  ),
  failedJobsHistoryLimit: word(
    ['Failures kept', '保留失败记录'],
    ['How many failed runs are kept.', '保留的失败运行数量。'],
    {
      group: 'advanced',
    },
  ),
  suspend: word(['Suspended', '暂停'], ['Whether no further runs are started.', '是否暂停后续运行。']),
};
