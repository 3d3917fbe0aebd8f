import { billing } from '@mshahara/contract/billing'
import { call, useRead } from '../lib/api.ts'
import { useParam } from '../lib/param.ts'
import { PaperPage } from './paper-page.tsx'

/** The receipt of a payment. */
export default function Receipt() {
  const params = { id: useParam('id') }
  const read = useRead(billing.receipt, { params })
  return (
    <PaperPage
      title="Payment Receipt"
      what="receipt"
      read={read}
      number={read.data?.receipt_no}
      file={() => call(billing.receiptFile, { params })}
    />
  )
}
