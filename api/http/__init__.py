"""What any API over HTTP has: requests and answers, problems, OpenAPI, headers, metrics."""
