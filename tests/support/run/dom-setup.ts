import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine takes longer than the second that is usual; what comes at once is waited for no longer.
configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);
