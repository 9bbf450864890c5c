import { useDashboard } from './dashboard.ts';
import './scenarios/ahead.ts';
import './scenarios/print.ts';
import './scenarios/publication.ts';
import './scenarios/administration.ts';
import './scenarios/workspaces.ts';
import './scenarios/passwords.ts';
import './scenarios/projects.ts';
import './scenarios/groups.ts';
import './scenarios/intake.ts';
import './scenarios/reports.ts';
import './scenarios/years-report.ts';
import './scenarios/failures.ts';
import './scenarios/keyboard-walk.ts';
import './scenarios/places.ts';
import './scenarios/releases.ts';
// Last, because its jobs are still running at its end.
import './scenarios/ingestion.ts';

/**
 * The scenarios of the web dashboard, but those of smoke.browser.ts. All share one cloud and one browser: starting these
 * takes longer than most scenarios.
 */
useDashboard();
