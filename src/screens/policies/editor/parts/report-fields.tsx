import { CheckField } from '#ui/field/field.tsx';
import { m } from '../messages.ts';

export type Reports = { report: boolean; attachScreenshot: boolean };

/** Whether tutors are notified, and with a screenshot. There is no screenshot without a report. */
export function ReportFields(props: {
  value: Reports;
  /** The effect always reports. */
  isAlways?: boolean;
  onChange: (value: Reports) => void;
}) {
  const { value, isAlways = false } = props;
  const report = isAlways || value.report;
  return (
    <div>
      <CheckField
        label={m.report}
        value={report}
        isDisabled={isAlways}
        onChange={(next) =>
          props.onChange({ report: next, attachScreenshot: next && value.attachScreenshot })
        }
      />
      <CheckField
        label={m.attach}
        value={report && value.attachScreenshot}
        isDisabled={!report}
        onChange={(attachScreenshot) => props.onChange({ report, attachScreenshot })}
      />
    </div>
  );
}
