import { ApiError } from '@picket/contracts/client';
import { describe, expect, test } from 'vitest';
import { errorBeside } from './kept-error.ts';

const failed = (status: number): ApiError => new ApiError(status, 'code', 'message', [], null);

describe('the error shown beside an answer that is kept', () => {
  test.each([0, 429, 502, 503, 504])('%i: none, the next request is answered', (status) => {
    expect(errorBeside(failed(status), true)).toBeUndefined();
  });

  test.each([400, 403, 404, 500])('%i: what Picket answered', (status) => {
    expect(errorBeside(failed(status), true)).toMatchObject({ status });
  });

  test('without an earlier answer every error is shown', () => {
    expect(errorBeside(failed(0), false)).toMatchObject({ status: 0 });
    expect(errorBeside(undefined, false)).toBeUndefined();
  });
});
