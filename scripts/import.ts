console.log("import");
