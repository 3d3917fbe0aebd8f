import type { Permission } from '@mshahara/contract'
import { type FirstStep, firstSteps } from '@mshahara/contract/dashboard'
import { type Ctx, holds } from '../../foundation/core/ctx.ts'

const needed: Record<FirstStep, Permission> = {
  organization: 'edit organization',
  structure: 'create departments',
  people: 'create employees',
  payroll: 'create payrolls',
}

/** What the caller can do of a new organisation's first steps, each ticked by what is there. */
export async function stepsOf(ctx: Ctx) {
  const steps = firstSteps.filter((step) => holds(ctx, needed[step]))
  if (steps.length === 0) return null
  const done = await ctx.tx.one<Record<FirstStep, boolean>>`select
    o.pin_no is not null and o.address is not null as organization,
    exists (select from departments) and exists (select from designations) as structure,
    exists (select from employees) as people,
    exists (select from payrolls where kind = 'monthly' and status <> 'draft') as payroll
    from organizations o where o.id = app_org()`
  return done.payroll ? null : steps.map((step) => ({ step, done: done[step] }))
}
