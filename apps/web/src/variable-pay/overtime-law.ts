import { settings } from '@mshahara/contract/settings'
import { useRead } from '../lib/api.ts'

/** What the law says of hours, once it is known. */
export const useOvertimeLaw = () => useRead(settings.config, undefined, { fixed: true }).data?.law
