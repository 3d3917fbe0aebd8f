import { Anchor, Stack } from '@mantine/core'
import { makerChecker } from '@mshahara/contract/maker-checker'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { useParam } from '../lib/param.ts'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconChecklist } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { HeadSkeleton } from '../ui/skeletons.tsx'
import { Proposed } from './proposed.tsx'
import { WholeList } from './whole-list.tsx'

/** One act that waits, with what it would do, for whoever made it and whoever could agree. */
export default function Approval() {
  const id = useParam('id')
  const { data, isPending } = useRead(makerChecker.get, { params: { id } })
  return (
    <Page
      title="Approval"
      tab={data?.title ?? 'Approval'}
      subtitle={
        data && (
          <Anchor component={Link} to={data.link} inherit underline="always">
            {data.title}
          </Anchor>
        )
      }
    >
      {isPending && <HeadSkeleton label="Loading the approval" />}
      {!isPending && !data && (
        <section className="card">
          <Empty icon={IconChecklist} title="This request was not found" />
        </section>
      )}
      {data && (
        <Stack gap="lg" maw={860}>
          <Card title="What would change">
            <Proposed proposal={data} />
          </Card>
          {data.listed > 0 && <WholeList proposal={data} />}
        </Stack>
      )}
    </Page>
  )
}
