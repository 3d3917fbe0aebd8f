import { casuals } from '@mshahara/contract/casuals'
import { useRead } from '../lib/api.ts'
import { fullName } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { CasualForm } from './casual-form.tsx'
import { MissingCasual } from './missing-casual.tsx'

export default function EditCasual() {
  const id = useParam('id')
  const { data: casual, isPending } = useRead(casuals.get, { params: { id } })
  return (
    <Page
      title="Edit Casual"
      tab={casual ? `Edit ${fullName(casual)}` : 'Edit Casual'}
      subtitle={casual ? fullName(casual) : ' '}
    >
      {isPending && <Waiting />}
      {!isPending && !casual && <MissingCasual />}
      {casual && <CasualForm key={casual.id} casual={casual} />}
    </Page>
  )
}
