import { casuals } from '@mshahara/contract/casuals'
import { useRead } from '../lib/api.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { CasualForm } from './casual-form.tsx'

export default function AddCasual() {
  const { data } = useRead(casuals.nextNo)
  return <Page title="Add Casual">{data ? <CasualForm next={data.next} /> : <Waiting />}</Page>
}
