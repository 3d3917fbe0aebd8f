import { effective, grants, type Permission, permissionNames, type Role } from '@mshahara/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  extraAfter,
  type RightsHolder,
  refusalToEdit,
  refusalToGiveRole,
  refusalToGrant,
} from './rights.ts'

/** Who may do what to whom, written down independently: rows act, columns are acted upon. */

const everyRole = ['super-admin', 'primary', 'admin', 'finance', 'user', 'employee'] as const
const staff = ['primary', 'admin', 'finance', 'user'] as const

const mayEdit: Record<Role, Role[]> = {
  'super-admin': ['super-admin', 'primary', 'admin', 'finance', 'user', 'employee'],
  primary: ['primary', 'admin', 'finance', 'user', 'employee'],
  admin: ['admin', 'user', 'employee'],
  finance: ['finance', 'user', 'employee'],
  user: ['user', 'employee'],
  employee: ['employee'],
}
const mayGive: Record<Role, Role[]> = {
  'super-admin': ['super-admin', 'primary', 'admin', 'finance', 'user', 'employee'],
  primary: ['primary', 'admin', 'finance', 'user', 'employee'],
  admin: ['admin', 'user', 'employee'],
  finance: ['finance', 'user', 'employee'],
  user: ['user', 'employee'],
  employee: ['employee'],
}

const holder = (role: Role, extra: Permission[] = [], id: string = role): RightsHolder => ({
  id: `${id} ${role}`,
  role,
  extra,
})
const pairs = everyRole.flatMap((actor) => everyRole.map((target) => ({ actor, target })))

describe('every role and every role', () => {
  test.each(pairs)('$actor edits $target', ({ actor, target }) => {
    const refusal = refusalToEdit(holder(actor, [], 'actor'), holder(target, [], 'target'))
    expect(refusal?.en).toBe(
      mayEdit[actor].includes(target) ? undefined : 'This person holds more rights than you do.',
    )
  })

  test.each(pairs)('$actor gives the role $target', ({ actor, target }) => {
    const refusal = refusalToGiveRole(holder(actor), target)
    expect(refusal?.en).toBe(
      mayGive[actor].includes(target)
        ? undefined
        : 'You cannot give a role that holds more rights than you do.',
    )
  })

  test.each(everyRole)('%s cannot edit themselves', (role) => {
    const me = holder(role)
    expect(refusalToEdit(me, me)?.en).toBe(
      'You cannot change your own role, status or permissions.',
    )
    expect(refusalToEdit({ ...me, role: 'super-admin' }, me)).toBeTruthy()
  })

  test.each(pairs)('$actor grants each permission to $target', ({ actor, target }) => {
    for (const name of permissionNames) {
      const added = refusalToGrant(holder(actor), holder(target), { added: [name], removed: [] })
      expect([name, added === undefined]).toEqual([name, grants[actor].has(name)])
    }
  })

  test.each(pairs)('$actor takes each permission from $target', ({ actor, target }) => {
    for (const name of permissionNames) {
      const held = holder(target, [name])
      const removed = refusalToGrant(holder(actor), held, { added: [], removed: [name] })
      const allowed = grants[actor].has(name) && !grants[target].has(name)
      expect([name, removed === undefined]).toEqual([name, allowed])
    }
  })
})

describe('extra permissions', () => {
  test('put their holder out of reach of those who lack them', () => {
    const target = holder('user', ['approve payrolls'], 'target')
    expect(refusalToEdit(holder('admin', [], 'actor'), target)).toBeTruthy()
    expect(refusalToEdit(holder('admin', ['approve payrolls'], 'actor'), target)).toBeUndefined()
    expect(refusalToEdit(holder('finance', [], 'actor'), target)).toBeUndefined()
  })

  test('all of them do not make an admin a primary user', () => {
    const almighty = holder('admin', [...permissionNames], 'actor')
    expect(refusalToEdit(almighty, holder('primary', [], 'target'))).toBeTruthy()
    expect(refusalToGiveRole(almighty, 'primary')).toBeTruthy()
    expect(refusalToGiveRole(almighty, 'super-admin')).toBeTruthy()
  })

  test('all of them do not let a user give a role above', () => {
    const almighty = holder('user', [...permissionNames], 'actor')
    expect(refusalToGiveRole(almighty, 'admin')).toBeTruthy()
    expect(refusalToGiveRole(almighty, 'finance')).toBeTruthy()
    expect(refusalToGiveRole(almighty, 'user')).toBeUndefined()
  })

  test('one that is lacking among many is enough to refuse', () => {
    const refusal = refusalToGrant(holder('admin'), holder('user'), {
      added: ['view users', 'pay payrolls'],
      removed: [],
    })
    expect(refusal?.en).toBe('You do not hold the permission "pay payrolls" yourself.')
  })

  test('of the role are locked', () => {
    const refusal = refusalToGrant(holder('primary'), holder('user'), {
      added: [],
      removed: ['view leaves'],
    })
    expect(refusal?.en).toBe('"view leaves" is included in the user\'s role and cannot be removed.')
  })

  test('are kept without what the role has anyway, sorted, each once', () => {
    const target = holder('user', ['view users', 'view logs'])
    expect(
      extraAfter(target, {
        added: ['view loans', 'view loans', 'view leaves'],
        removed: ['view logs', 'edit users'],
      }),
    ).toEqual(['view loans', 'view users'])
  })
})

describe('whatever is tried', () => {
  const role = fc.constantFrom(...everyRole)
  const names = fc.uniqueArray(fc.constantFrom(...permissionNames), { maxLength: 8 })
  const someone = (id: string) =>
    fc.record({ id: fc.constant(id), role, extra: names as fc.Arbitrary<Permission[]> })
  const isWithin = (inner: Iterable<Permission>, outer: ReadonlySet<Permission>) =>
    [...inner].every((name) => outer.has(name))

  test('nobody ends up above whoever changed them', () => {
    fc.assert(
      fc.property(someone('a'), someone('b'), names, names, (actor, target, added, removed) => {
        if (refusalToEdit(actor, target)) return
        const changed = { added, removed }
        if (refusalToGrant(actor, target, changed)) return
        const after = effective(target.role, extraAfter(target, changed))
        expect(isWithin(after, effective(actor.role, actor.extra))).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test('no role that may be given holds more than its giver', () => {
    fc.assert(
      fc.property(someone('a'), fc.constantFrom(...staff), (actor, given) => {
        if (refusalToGiveRole(actor, given)) return
        expect(isWithin(grants[given], effective(actor.role, actor.extra))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('nobody who may be edited holds more than the editor', () => {
    fc.assert(
      fc.property(someone('a'), someone('b'), (actor, target) => {
        if (refusalToEdit(actor, target)) return
        const mine = effective(actor.role, actor.extra)
        expect(isWithin(effective(target.role, target.extra), mine)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
