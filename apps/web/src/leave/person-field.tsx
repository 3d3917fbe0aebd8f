import { leaveRequests } from '@mshahara/contract/leave-requests'
import { useRead } from '../lib/api.ts'
import { PersonField as Field, type PersonFieldProps } from '../ui/person-field.tsx'

/** The search never gives pay (A12). */
const useFound = (search: string) =>
  useRead(leaveRequests.people, { query: { search, limit: 20 } }, { keep: true }).data

export const PersonField = (props: PersonFieldProps) => <Field {...props} useFound={useFound} />
