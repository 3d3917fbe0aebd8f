import { billing } from '@mshahara/contract/billing'
import { call, useRead } from '../lib/api.ts'
import { useParam } from '../lib/param.ts'
import { PaperPage } from './paper-page.tsx'

/** What a plan was sold for, by the receipt that settled it. */
export default function Invoice() {
  const params = { id: useParam('id') }
  const read = useRead(billing.invoice, { params })
  return (
    <PaperPage
      title="Invoice"
      what="invoice"
      read={read}
      number={read.data?.number}
      file={() => call(billing.invoiceFile, { params })}
    />
  )
}
