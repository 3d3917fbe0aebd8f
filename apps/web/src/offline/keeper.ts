import { auth, type Profile } from '@mshahara/contract/auth'
import { dashboard } from '@mshahara/contract/dashboard'
import { leaveBalances } from '@mshahara/contract/leave-balances'
import type { LoanListed } from '@mshahara/contract/loan-fields'
import { loans } from '@mshahara/contract/loans'
import { type Payslip, payslips } from '@mshahara/contract/payslips'
import { keyOf, queryClient, read } from '../lib/api.ts'
import { keptOwner, wipeKept } from '../lib/kept.ts'
import { isNarrowed, type KeptLeave, type KeptLoan, type KeptPayslip } from './kept-records.ts'
import { keepRecord, noteContact } from './vault.ts'

/** Keeps what the owner of the phone reads of their own: payslips, leave and loans only. */

type Own = Pick<Profile, 'id' | 'organization_id' | 'employee_id'>

const isOwners = (profile: Own) => {
  const owner = keptOwner()
  return owner?.user_id === profile.id && owner.organization_id === profile.organization_id
}

/** Called when somebody has signed in on a phone where something is kept; ends with the session. */
export async function startKeeping(profile: Own): Promise<() => void> {
  const owner = keptOwner()
  // Somebody else uses this phone: it is not one person's own.
  if (owner && owner.user_id !== profile.id) await wipeKept()
  const memberships = owner && (await read(auth.memberships).catch(() => undefined))
  const belongs = memberships?.some(
    ({ organization_id, status }) =>
      organization_id === owner?.organization_id && status === 'active',
  )
  if (memberships && !belongs) await wipeKept()
  if (!isOwners(profile)) return follow(profile)
  await noteContact()
  await keepWhatIsKnown(profile)
  return follow(profile)
}

/** What is on the screen already when somebody decides to keep it. */
export async function keepWhatIsKnown(profile: Own) {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    await keepAnswer(profile, queryKey, state.data)
  }
}

const follow = (profile: Own) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isOwners(profile)) return
    void keepAnswer(profile, event.query.queryKey, event.query.state.data).catch(() => {})
  })

interface Input {
  params?: { id?: string }
  query?: Record<string, unknown>
}

async function keepAnswer(own: Own, key: readonly unknown[], data: unknown) {
  const [, path, input] = key as [string, string, Input?]
  if (!data || !own.employee_id) return
  if (path === payslips.html.path) return keepPayslip(own, String(input?.params?.id))
  if (path === payslips.get.path) return keepPayslip(own, String(input?.params?.id))
  if (path === leaveBalances.ofEmployee.path && input?.params?.id === own.employee_id) {
    return keepRecord('leave', leaveOf(data as Parameters<typeof leaveOf>[0]))
  }
  if (path === loans.list.path && !isNarrowed(input?.query)) {
    return keepRecord('loans', loansOf(own, (data as { rows: LoanListed[] }).rows))
  }
  if (path === dashboard.home.path) return keepRecord('home', data)
}

/** Both parts of it have been read, and it is the person's own. */
async function keepPayslip(own: Own, id: string) {
  const input = { params: { id } }
  const slip = queryClient.getQueryData<Payslip>(keyOf(payslips.get, input))
  const page = queryClient.getQueryData<{ html: string }>(keyOf(payslips.html, input))
  if (!slip || !page || slip.employee.id !== own.employee_id) return
  const { month, year } = slip.payroll
  const kept: KeptPayslip = { id, month, year: Number(year), html: page.html }
  await keepRecord(`payslip ${id}`, kept)
}

interface Leaves {
  balances: {
    leave_type: { name: string }
    year: number
    entitled_days: number
    used_days: number
    remaining: number
  }[]
}
const leaveOf = ({ balances }: Leaves): KeptLeave[] =>
  balances.map(({ leave_type, year, entitled_days, used_days, remaining }) => ({
    // Next year's is there as soon as January is asked for.
    ...{ name: `${leave_type.name} ${year}`, entitled_days, used_days, remaining },
  }))

/** What is owed. Staff see the loans of others in the same list. */
const loansOf = (own: Own, rows: LoanListed[]): KeptLoan[] =>
  rows
    .filter(({ employee, outstanding }) => employee.id === own.employee_id && outstanding > 0)
    .map(({ id, product, amount, status, outstanding }) => ({
      ...{ id, product, amount, status, outstanding },
    }))
