import { beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { CommitLost } from '../core/db.ts'

/** What the database says at the very end: no, or nothing at all. */

const world = await openWorld()
beforeAll(() =>
  world.byHand(`create table tried (id int primary key,
      before int constraint tried_before references tried deferrable initially deferred);
    grant select, insert on tried to mshahara_app;
    create function hang_up() returns trigger language plpgsql security definer as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    grant execute on function hang_up() to public;
    create constraint trigger hang_up after insert on tried deferrable initially deferred
      for each row when (new.id = 13) execute function hang_up()`),
)

const add = (id: number, before: number | null) =>
  world.parts.db.inOrg(
    { organization_id: null },
    (tx) => tx.run`insert into tried values (${id}, ${before})`,
  )

test('what is refused at the commit is told as that refusal', async () => {
  await expect(add(2, 1)).rejects.toMatchObject({ code: '23503', constraint: 'tried_before' })
  await add(2, null)
})

test('where nothing is answered, nobody knows whether it was done', async () => {
  await expect(add(13, null)).rejects.toBeInstanceOf(CommitLost)
})
