import { Page } from '../ui/page.tsx'
import { Simulator } from './simulator.tsx'

/** Open to everybody: the quickest way to see that the figures are right. */
export default function Calculator() {
  return (
    <Page
      title="Pay calculator"
      subtitle="Take-home pay under Kenyan law, for any month since January 2021. Open any figure to see how it was worked out. The figures are those of the payroll itself."
    >
      <div className="card card-body">
        <Simulator start={100_000} />
      </div>
    </Page>
  )
}
