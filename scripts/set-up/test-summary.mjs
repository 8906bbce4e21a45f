// What jest's JSON report says, in the house's closing line. A suite that could not run at all counts as one failure.

const reasonIn = (title) => /\[needs ([^\]]+)\]/.exec(title)?.[1];

/** `report` is undefined when jest ended before it wrote one. */
export function summarize(report, jestExitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: [], notes: [`jest ended early (exit ${jestExitCode})`] };
  const skipped = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName, status }) => {
        const needs = reasonIn(fullName);
        const name = fullName.replace(/\[needs [^\]]+\] /, '');
        return { name, reason: needs ? `needs ${needs}` : `${status} in the test file` };
      }),
  );
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const unexplained = failed === 0 && jestExitCode !== 0;
  return {
    passed: report.numPassedTests,
    failed: unexplained ? 1 : failed,
    skipped,
    notes: unexplained ? [`jest: no test failed, yet it ended with exit ${jestExitCode}`] : [],
  };
}

export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
}
