import { contract } from '@mshahara/contract'
import { expect, test } from 'vitest'
import { employ } from '../../test/office.ts'
import { openWorld } from '../../test/world.ts'
import { recordedBy } from './places.ts'

const world = await openWorld()

test.each(['on', 'off'])('who wrote it last is told, with indexes %s', async (indexes) => {
  const organization_id = await world.addOrganization()
  const admin = await world.as('admin', organization_id)
  const { id } = await employ(admin, { phone: '0712000001' })
  await world.rows(`update employees set phone = '0712000002' where id = $1`, [id])
  const body = { phone: '0712000003' } as never
  await admin.call(contract.employees.update, { params: { id }, body })
  const said = await world.parts.db.inOrg({ organization_id }, async (tx) => {
    await tx.run`select set_config(name, ${indexes}, true)
      from unnest('{enable_indexscan,enable_bitmapscan,enable_indexonlyscan}'::text[]) name`
    return recordedBy(tx, 'employees', [id])
  })
  expect(said.get(id)).toBe('Recorded by Amani Njoroge on 10 March, 2026')
})
