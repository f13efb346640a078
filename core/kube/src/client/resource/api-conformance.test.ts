import { describeApi } from '../../test-support/api-suite.ts';

describeApi('loopback');
describeApi('http');
